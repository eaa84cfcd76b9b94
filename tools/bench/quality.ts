import { measureCertification } from "./certification.ts";
import { measureFits } from "./fits/fits.ts";
import type { Part } from "./part.ts";
import { withService } from "./service.ts";

/** The model that makes labels of answers, beside another's; and a whole batch from its last answer to its certificate. */
export const quality: Part = {
  name: "quality",
  measure: async (dataDir, quick) => [
    ...(await measureFits(dataDir, quick)),
    ...(await withService(dataDir, (service) => measureCertification(service, quick))),
  ],
};

import { measureCertification } from "./certification.ts";
import { measureFits } from "./fits/fits.ts";
import type { Part } from "./part.ts";
import { withService } from "./service.ts";

/**
 * The consensus model, compared with another implementation; and a whole batch from its last answer to its
 * certificate.
 */
export const quality: Part = {
  name: "quality",
  measure: async (dataDir, quick) => [
    ...(await measureFits(dataDir, quick)),
    ...(await withService(dataDir, (service) => measureCertification(service, quick))),
  ],
};

import { iou } from "@assay/domain/box.ts";
import { passChance } from "@assay/domain/certification/looks.ts";
import { namedEntityRecognition } from "@assay/domain/types/named-entity-recognition/named-entity-recognition.ts";
import { objectDetection } from "@assay/domain/types/object-detection/object-detection.ts";
import { expect, test } from "vitest";

console.log(iou, passChance, namedEntityRecognition, objectDetection, expect, test);

import { expect, test } from "vitest";
import { dataOf } from "./folder.ts";

const file = (name: string, type: string) => new File(["x"], name, { type });
const namesOf = (folder: readonly File[]) => {
  const { files, others } = dataOf(folder);
  return [files.map(({ name }) => name), others];
};

const photograph = file("a.jpg", "image/jpeg");
const recording = file("b.wav", "audio/wav");
const readme = file("README.md", "text/markdown");
const table = file("metadata.csv", "text/csv");
const system = [file(".DS_Store", ""), file("Thumbs.db", ""), file("desktop.ini", "")];

test("only the images and recordings of a folder are data, if it has any", () => {
  expect(namesOf([readme, photograph, table, recording, ...system])).toEqual([["a.jpg", "b.wav"], 2]);
});

test("all files of a folder without images and recordings are data, except system files", () => {
  expect(namesOf([readme, table, ...system])).toEqual([["README.md", "metadata.csv"], 0]);
});

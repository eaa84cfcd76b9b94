import { expect, test } from "vitest";
import { openPage } from "./browser.ts";

test("a button is pressed with the mouse and with the keyboard", async () => {
  const page = await openPage("design.html");
  const button = page.getByRole("button");

  await button.click();
  await page.keyboard.press("Space");

  expect(await button.textContent()).toBe("Pressed 2 times");
});

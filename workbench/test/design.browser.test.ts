import { expect, test } from "vitest";
import { openPage } from "./browser.ts";

test("a button is pressed with the mouse and with the keyboard", async () => {
  const page = await openPage("design.html");
  const button = page.getByRole("button", { name: "Pressed" });

  await button.click();
  await page.keyboard.press("Space");

  expect(await button.textContent()).toBe("Pressed 2 times");
});

test("a screen reader hears the language of the screen, whatever that of the browser is", async () => {
  const page = await openPage("design.html", { locale: "de-DE" });

  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).waitFor();

  const hidden = page.getByRole("button", { name: "Dismiss" });
  expect(await hidden.count()).toBeGreaterThan(0);
});

import { useState } from "react";
import { createRoot } from "react-dom/client";
import { showAppearance } from "../../src/design/appearance.ts";
import { Button } from "../../src/design/Button.tsx";
import { Menu } from "../../src/design/Menu.tsx";
import "../../src/design/base.css";

function Design() {
  const [presses, setPresses] = useState(0);
  return (
    <main>
      <h1>Components</h1>
      <Button onPress={() => setPresses(presses + 1)}>Pressed {presses} times</Button>
      <Menu label="More" entries={[{ title: "Rename", run: () => setPresses(0) }]} />
    </main>
  );
}

showAppearance();
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no #root");
createRoot(root).render(<Design />);

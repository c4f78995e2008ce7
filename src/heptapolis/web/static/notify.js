// A message of the browser when it is my turn and I look elsewhere. The browser is asked for its
// permission by a click on the switch, never by itself.
import { isOn, watch } from "./toggle.js";

const can = "Notification" in window;

if (can) {
  watch("notify", async () => (await Notification.requestPermission()) === "granted");
}

/** Tell somebody who does not look. */
export function notify(title, tag) {
  if (!can || !document.hidden || !isOn("notify") || Notification.permission !== "granted") return;
  try {
    const told = new Notification(title, { tag, icon: "/icon.svg" });
    told.addEventListener("click", () => {
      window.focus();
      told.close();
    });
  } catch {
    // Some phones allow it to service workers alone.
  }
}

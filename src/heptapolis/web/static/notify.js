// A browser notification when it is my turn and the page is hidden. The permission is requested only by a click on
// the switch.
import { isOn, watch } from "./toggle.js";

const can = "Notification" in window;

if (can) {
  watch("notify", async () => (await Notification.requestPermission()) === "granted");
}

/** Show a notification if the page is hidden. */
export function notify(title, tag) {
  if (!can || !document.hidden || !isOn("notify") || Notification.permission !== "granted") return;
  try {
    const told = new Notification(title, { tag, icon: "/icon.svg" });
    told.addEventListener("click", () => {
      window.focus();
      told.close();
    });
  } catch {
    // Some phones allow notifications only from service workers.
  }
}

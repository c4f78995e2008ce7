// @ts-check
// A browser notification when it is my turn and the page is hidden. The permission is requested only by a click on
// the switch.
import { isOn, watch } from "./toggle.js";

const isSupported = "Notification" in window;

if (isSupported) {
  watch("notify", async () => (await Notification.requestPermission()) === "granted");
}

/**
 * Show a notification if the page is hidden.
 *
 * @param {string} title
 * @param {string} tag
 */
export function notify(title, tag) {
  if (!isSupported || !document.hidden || !isOn("notify")) return;
  if (Notification.permission !== "granted") return;
  try {
    const icon = document.querySelector("link[rel=icon]")?.getAttribute("href") ?? "";
    const notification = new Notification(title, { tag, icon });
    notification.addEventListener("click", () => {
      window.focus();
      notification.close();
    });
  } catch {
    // Some phones allow notifications only from service workers.
  }
}

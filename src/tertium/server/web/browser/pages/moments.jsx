// Times on pages that the server has written: in the reader's own zone.

import { localTime } from "../moments.js";

for (const element of document.querySelectorAll("time[datetime]"))
  element.textContent = localTime(element.getAttribute("datetime"));

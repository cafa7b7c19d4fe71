// What the person may do, as the server says with each answer (`may`); nothing here knows of roles.

import { t } from "./texts.js";

/** @typedef {{may: string[]}} Thing a project, sheet, exam or list, as the API gives it */

/** @param {Thing} thing @param {string} action */
export const may = (thing, action) => thing.may.includes(action);

const PLACES = [
  { id: "queue", label: t("page.sentences"), path: "", action: "queue.read" },
  { id: "judge", label: t("page.judging"), path: "/judge", action: "batch.list" },
  { id: "dashboard", label: t("page.dashboard"), path: "/dashboard", action: "dashboard.read" },
  { id: "exams", label: t("page.exams"), path: "/exams", action: "exam.list" },
  { id: "settings", label: t("page.settings"), path: "/settings", action: "project.edit" },
];

/** The pages of a project that the person may see. @param {Thing} project */
export const places = (project) => PLACES.filter(({ action }) => may(project, action));

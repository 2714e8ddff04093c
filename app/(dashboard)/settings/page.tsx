import { redirect } from "next/navigation";

/** The first of the settings' pages. */
export default function SettingsPage(): never {
  redirect("/settings/notifications");
}

import Link from "next/link";
import { Face } from "./face.tsx";
import { StateIcon } from "./state-icon.tsx";

/** The page of an address that names nothing: why that may be, and the list that has what is known. */
export function NotFoundFace({ title, says, link }: { title: string; says: string; link: { href: string; name: string } }) {
  return (
    <Face icon={<StateIcon state="unknown" />} title={title} isPage>
      <p>{says}</p>
      <p>
        <Link href={link.href}>{link.name}</Link>
      </p>
    </Face>
  );
}

import Link from "next/link";
import { Face } from "#app/_ui/face.tsx";

export default function NotFound() {
  return (
    <Face title="There is no such page">
      <p>
        <Link href="/">All tables</Link>
      </p>
    </Face>
  );
}

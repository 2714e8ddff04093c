import { ListSkeleton } from "#app/_ui/skeleton.tsx";

export default function Loading() {
  return <ListSkeleton label="Loading what each engine shows" />;
}

import { ListSkeleton } from "#app/_ui/skeleton.tsx";

export default function Loading() {
  return <ListSkeleton label="What each engine shows is being looked up" />;
}

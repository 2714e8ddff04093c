import { ListSkeleton } from "#app/_ui/skeleton.tsx";

export default function Loading() {
  return <ListSkeleton label="The incidents are being read" />;
}

import { SPARKLINE, sparklinePath, type SparklinePoint } from "./sparkline-path.ts";

const TONES = {
  plain: "var(--series-2)",
  alert: "var(--alert-fill)",
  warning: "var(--warning-fill)",
  accepted: "var(--accepted-fill)",
} as const;

/** Defines the hatch of what is not known; once on a page that has sparklines. */
export function SparklineHatch() {
  return (
    <svg width="0" height="0" aria-hidden="true" style={{ position: "absolute" }}>
      <defs>
        <pattern id="sparkline-gap" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.2" height="4" fill="var(--band-line)" />
        </pattern>
      </defs>
    </svg>
  );
}

/**
 * A small series over a fixed range, for the eye alone: the number stands beside it. Null: not known, a hatch. `hotFrom`: the part at the end
 * that reaches it has the state's color. `muted`: not judged, the base line is dashed.
 */
export function Sparkline({
  points,
  value,
  tone = "plain",
  hotFrom = null,
  untrustedAt = [],
  muted = false,
}: {
  points: readonly SparklinePoint[];
  value: number | null;
  tone?: keyof typeof TONES;
  hotFrom?: number | null;
  untrustedAt?: readonly number[];
  muted?: boolean;
}) {
  const { width, height, base } = SPARKLINE;
  const path = value === null ? null : sparklinePath(points, value, tone === "plain" ? null : hotFrom);
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={`M1 ${base}H68`} stroke="var(--line-2)" strokeDasharray={muted ? "2 3" : undefined} />
      {path === null && <rect x="1" y="3" width="67" height="17" fill="url(#sparkline-gap)" opacity="0.5" />}
      {untrustedAt.map((x) => (
        <rect key={x} x={Math.max(1, x * 67 - 1)} y="3" width="3" height="17" fill="url(#sparkline-gap)" />
      ))}
      {path !== null && (
        <>
          {path.line !== "" && <path d={path.line} fill="none" stroke="var(--series-2)" strokeWidth="1.25" />}
          {path.hot !== "" && <path d={path.hot} fill="none" stroke={TONES[tone]} strokeWidth="1.75" />}
          <circle cx={path.end.x} cy={path.end.y} r="2" fill={value === 0 ? "var(--line-2)" : TONES[tone]} />
        </>
      )}
    </svg>
  );
}

// Metrics in the text format of Prometheus, version 0.0.4 (X5):
//
//   # HELP ubersim_frames_total Frames run.
//   # TYPE ubersim_frames_total counter
//   ubersim_frames_total 1024

export type Labels = Readonly<Record<string, string>>;

export interface MetricValue {
  readonly value: number;
  readonly labels?: Labels;
  /** Of a histogram. */
  readonly suffix?: "_bucket" | "_sum" | "_count";
}

export interface Metric {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  readonly values: readonly MetricValue[];
}

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export const gauge = (name: string, help: string, value: number | readonly MetricValue[]): Metric => ({
  name,
  type: "gauge",
  help,
  values: typeof value === "number" ? [{ value }] : value,
});

export const counter = (name: string, help: string, value: number | readonly MetricValue[]): Metric => ({
  ...gauge(name, help, value),
  type: "counter",
});

/** A metric without values is left out. */
export const metricsText = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ values }) => values.length > 0)
    .map(({ name, type, help, values }) => {
      const lines = values.map(
        ({ value, labels, suffix = "" }) => `${name}${suffix}${labelText(labels)} ${numberText(value)}`,
      );
      return `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${lines.join("\n")}\n`;
    })
    .join("");

function labelText(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escapeHelp = (text: string): string => text.replace(/\\/g, "\\\\").replace(/\n/g, "\\n");

/** Other control characters are legal in the format, but harm terminals. */
const escapeLabel = (text: string): string => escapeHelp(text.replace(CONTROLS, "\ufffd")).replace(/"/g, '\\"');
const CONTROLS = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function numberText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  return Number.isFinite(value) ? String(value) : value > 0 ? "+Inf" : "-Inf";
}

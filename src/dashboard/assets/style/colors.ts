/** Fonts, and the colors of both schemes: contrast 4.5:1 for text, 3:1 for controls (WCAG 2.2, 1.4.3 and 1.4.11). */
export const COLORS = `:root {
  color-scheme: light dark;
  --ground: #fafafb;
  --surface: #ffffff;
  --sunken: #f6f6f8;
  --text: #18181b;
  --muted: #5b5b66;
  --line: #e7e7eb;
  --rim: #d5d5dc;
  --edge: #878792;
  --strong: #18181b;
  --strong-hover: #3a3a42;
  --on-strong: #ffffff;
  --hover: #f1f1f4;
  --accent: #4f46e5;
  --accent-ground: #f3f2ff;
  --ok: #0a6b43;
  --ok-ground: #effaf4;
  --ok-line: #bfe6d0;
  --warning: #7a4a05;
  --warning-ground: #fff8e8;
  --warning-line: #f0dcae;
  --danger: #b42318;
  --danger-ground: #fef3f2;
  --danger-line: #f5cbc6;
  --destructive: #c8281d;
  --destructive-hover: #a31f16;
  --shadow: 0 1px 2px rgb(24 24 27 / 5%);
  --shadow-high: 0 1px 3px rgb(24 24 27 / 10%), 0 24px 48px -8px rgb(24 24 27 / 28%);
  --backdrop: rgb(24 24 27 / 45%);
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0c0c0e;
    --surface: #151518;
    --sunken: #1b1b1f;
    --text: #f0f0f3;
    --muted: #a3a3af;
    --line: #27272c;
    --rim: #3a3a42;
    --edge: #73737f;
    --strong: #f0f0f3;
    --strong-hover: #cfcfd7;
    --on-strong: #151518;
    --hover: #222227;
    --accent: #a5a0ff;
    --accent-ground: #1e1c33;
    --ok: #6fdca4;
    --ok-ground: #10241a;
    --ok-line: #1f4a35;
    --warning: #f0c768;
    --warning-ground: #272010;
    --warning-line: #4d3d1a;
    --danger: #ff9b92;
    --danger-ground: #2b1514;
    --danger-line: #5c2a26;
    --destructive: #cc3a30;
    --destructive-hover: #b23128;
    --shadow: none;
    --shadow-high: 0 0 0 1px rgb(255 255 255 / 4%), 0 24px 48px -8px rgb(0 0 0 / 70%);
    --backdrop: rgb(0 0 0 / 60%);
  }
}
`;

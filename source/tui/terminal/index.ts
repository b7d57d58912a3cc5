// Must be loaded before Ink. Programs and tests that load Ink themselves have this as their first import.
import './full-colour.ts';

export { Canvas, type CanvasProps, Overlay, Region } from './canvas.tsx';
export type { ColourDepth } from './colour-depth.ts';
export { type MountOptions, mountTerminal, type Terminal } from './mount.ts';
export { type Painting, type PaintTarget, paintTo } from './paint-to.ts';
export { useTerminalSize } from './screen-size.ts';
export type { Part, Target, TargetAt } from './targets.ts';
export type { TerminalSize } from './terminal-size.ts';

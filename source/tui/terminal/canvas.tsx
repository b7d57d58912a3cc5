import { Box, type BoxProps, Text } from 'ink';
import { createContext, type ReactNode, useContext } from 'react';
import { type DrawingOf, type PaintedProps, paintedBox } from './ink-tree.ts';
import type { LivePainter } from './live-painter.ts';
import type { TargetAt } from './targets.ts';

/** Our painter. Without it (stock Ink, its testing library) Text components are used. */
export const PainterContext = createContext<LivePainter | undefined>(undefined);

interface CanvasPlace {
	readonly width: number;
	readonly height: number;
	/** Cells from the corner of its parent, over the components before it. Default: beside them. */
	readonly left?: number;
	readonly top?: number;
}

interface CanvasProps extends CanvasPlace {
	/** One row each, without line breaks. SGR sequences are kept; everything else that is not text is dropped. */
	readonly lines: readonly string[];
	/** Targets of its cells, for the mouse. */
	readonly targetAt?: TargetAt | undefined;
}

/**
 * An area for dense content: formatted rows, neither measured nor wrapped. Longer rows are cut and missing ones are
 * blank. Nothing shows through from beneath.
 */
export function Canvas({ lines, targetAt, ...place }: CanvasProps) {
	return <DrawnCanvas {...place} drawing={{ current: { lines, targetAt } }} />;
}

/** A canvas whose drawing can change while React does not. */
export function DrawnCanvas({
	width,
	height,
	left,
	top,
	drawing,
}: CanvasPlace & { readonly drawing: DrawingOf }) {
	const painted = useContext(PainterContext);
	const place: BoxProps =
		left === undefined
			? { width, height, flexShrink: 0 }
			: { width, height, position: 'absolute', marginLeft: left, marginTop: top, flexShrink: 0 };
	if (painted) return paintedBox({ ...place, drawing });
	return (
		<Box {...place} flexDirection="column" overflow="hidden">
			{Array.from({ length: height }, (_, row) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a row of a screen is its place
				<Text key={row} wrap="truncate">
					{drawing.current.lines?.[row] || ' '}
				</Text>
			))}
		</Box>
	);
}

/** A Box that blanks the area beneath it, for dialogs over panes. It must come after the components it covers. */
export function Overlay({ children, ...box }: BoxProps & { readonly children?: ReactNode }) {
	const props: BoxProps & PaintedProps = { ...box, opaque: true };
	return <Box {...props}>{children}</Box>;
}

interface RegionProps extends BoxProps {
	readonly children?: ReactNode;
}

/** A Box with targets for the mouse. Targets of its children take precedence. */
export function Region({ targetAt, ...box }: RegionProps & { readonly targetAt: TargetAt }) {
	return <DrawnRegion {...box} drawing={{ current: { targetAt } }} />;
}

/** A region whose targets can change while React does not. */
export function DrawnRegion({ children, drawing, ...box }: RegionProps & { readonly drawing: DrawingOf }) {
	const painted = useContext(PainterContext);
	if (painted) return paintedBox({ flexDirection: 'row', ...box, drawing }, children);
	return <Box {...box}>{children}</Box>;
}

import { Box, type BoxProps, Text } from 'ink';
import { createContext, type ReactNode, useContext } from 'react';
import type { PaintedProps } from './ink-tree.ts';
import type { TargetAt } from './targets.ts';

/** Whether the tree is painted by our painter. Without it (stock Ink, its testing library) texts do the work. */
export const PainterContext = createContext(false);

export interface CanvasProps {
	readonly width: number;
	readonly height: number;
	/** One row each, without line breaks. SGR sequences are kept, anything else that is not text is dropped. */
	readonly lines: readonly string[];
	/** What its cells are to somebody who points at them. */
	readonly targetAt?: TargetAt | undefined;
}

/**
 * A place for dense content: rows that are formatted already, neither measured nor wrapped. What is longer
 * than the place is cut, what is missing is blank, and nothing shows through from beneath.
 */
export function Canvas({ width, height, lines, targetAt }: CanvasProps) {
	const painted = useContext(PainterContext);
	if (painted) {
		const props: BoxProps & PaintedProps = { width, height, flexShrink: 0, lines, targetAt };
		return <Box {...props} />;
	}
	return (
		<Box width={width} height={height} flexShrink={0} flexDirection="column" overflow="hidden">
			{Array.from({ length: height }, (_, row) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a row of a screen is its place
				<Text key={row} wrap="truncate">
					{lines[row] || ' '}
				</Text>
			))}
		</Box>
	);
}

/** A Box that blanks what is beneath it: for dialogs over panes. Has to come after what it covers. */
export function Overlay({ children, ...box }: BoxProps & { readonly children?: ReactNode }) {
	const props: BoxProps & PaintedProps = { ...box, opaque: true };
	return <Box {...props}>{children}</Box>;
}

/** A Box that is something to who points at it, where what is in it is nothing more. */
export function Region({
	children,
	targetAt,
	...box
}: BoxProps & { readonly targetAt: TargetAt; readonly children?: ReactNode }) {
	const props: BoxProps & PaintedProps = { ...box, targetAt };
	return <Box {...props}>{children}</Box>;
}

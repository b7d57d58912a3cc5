/**
 * Ink's internals, for this folder.
 *
 * Ink does the React side and the layout; the output is ours. This needs parts of Ink 6.8 that are not documented. Only
 * this folder uses them: this file knows Ink's nodes and hooks, `ink-app.tsx` starts an app on them. Check both when
 * Ink is upgraded.
 *
 * Assumptions:
 * - a ref of a Box is its node; parents lead to the root node, which has `onRender` and `onImmediateRender` (called after
 *   every commit, when it is laid out);
 * - a node's `style` holds all props of a Box, also those Ink does not know (`drawing`, `opaque`);
 * - 'ink-box' is the type of the element of a Box, with all its props in `style`;
 * - `yogaNode` has the layout, relative to the parent, in whole cells.
 */
import type { BoxProps, DOMElement } from 'ink';
import { createElement, type ReactElement, type ReactNode } from 'react';
import type { TargetAt } from './targets.ts';

/** Props that Box does not know and passes to the node. */
export interface PaintedProps {
	/** Its cells. They may change while React does not. */
	readonly drawing?: DrawingOf;
	/** Whether the area beneath is blanked before the box is painted. */
	readonly opaque?: boolean;
}

/** The cells of a box. */
export interface Drawing {
	/** Rows with SGR sequences that fill the box, instead of children. */
	readonly lines?: readonly string[] | undefined;
	/** Targets of its cells, for the mouse. Targets of children take precedence. */
	readonly targetAt?: TargetAt | undefined;
}

/** The newest drawing of a box. */
export interface DrawingOf {
	readonly current: Drawing;
}

export type InkStyle = Omit<BoxProps, 'children'> & PaintedProps;

/**
 * Returns the element that Ink's Box becomes. Unlike Box, it copies no props and reads no contexts for a screen reader.
 * The defaults of Box are not added.
 */
export function paintedBox(style: InkStyle, children?: ReactNode): ReactElement {
	return createElement('ink-box', { style }, children);
}

interface YogaNode {
	getDisplay(): number;
	getComputedLeft(): number;
	getComputedTop(): number;
	getComputedWidth(): number;
	getComputedHeight(): number;
}

export interface InkNode {
	readonly nodeName: 'ink-root' | 'ink-box' | 'ink-text' | 'ink-virtual-text' | '#text';
	readonly style: InkStyle;
	readonly childNodes?: readonly InkNode[];
	readonly parentNode?: InkNode;
	readonly yogaNode?: YogaNode;
	readonly internal_static?: boolean;
}

export interface InkRoot extends InkNode {
	onRender: () => void;
	onImmediateRender: () => void;
}

/** Yoga's number for `display: none`. */
const DISPLAY_NONE = 1;

/** Position and size of a node on the screen, cells. */
export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Returns the root above a Box's node; undefined when Ink does not match this description. */
export function findRoot(node: DOMElement): InkRoot | undefined {
	// The public type of a node lacks these members.
	let root = node as unknown as InkNode;
	while (root.parentNode) root = root.parentNode;
	return isRoot(root) ? root : undefined;
}

/** Returns the place of a node, given its parent's place; undefined when it is not shown. */
export function boxOf(node: InkNode, left: number, top: number): Box | undefined {
	const yoga = node.yogaNode;
	if (!yoga || node.internal_static || yoga.getDisplay() === DISPLAY_NONE) return undefined;
	return {
		x: Math.round(left + yoga.getComputedLeft()),
		y: Math.round(top + yoga.getComputedTop()),
		width: Math.round(yoga.getComputedWidth()),
		height: Math.round(yoga.getComputedHeight()),
	};
}

function isRoot(node: InkNode): node is InkRoot {
	return (
		node.nodeName === 'ink-root' &&
		['onRender', 'onImmediateRender'].every((hook) => typeof Reflect.get(node, hook) === 'function')
	);
}

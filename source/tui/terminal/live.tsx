import { Box } from 'ink';
import {
	createElement,
	Fragment,
	type JSXElementConstructor,
	type ReactElement,
	type ReactNode,
	useContext,
	useLayoutEffect,
	useRef,
	useSyncExternalStore,
} from 'react';
import { isSame } from '../components/memoize.ts';
import { Canvas, DrawnCanvas, DrawnRegion, Overlay, PainterContext, Region } from './canvas.tsx';
import { type DescribedBox, type ExpandedBox, Expansion } from './expand.ts';
import type { Drawing } from './ink-tree.ts';
import type { LiveSource } from './live-painter.ts';

export interface LiveProps {
	/** Returns the components to show. It is called before a frame if they may have changed. */
	readonly view: () => ReactNode;
	/** Calls the listener when `view` may return something else. Returns the function that unsubscribes it. */
	readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Shows components that are called when a frame is painted, and not by React. Their canvases then have new lines. React
 * renders their boxes again only if these were added, removed, moved or resized. The components have no state, effects
 * or contexts; they keep values by `useMemory`.
 */
export function Live({ view, subscribe }: LiveProps): ReactNode {
	const painter = useContext(PainterContext);
	const held = useRef<LiveTree>(undefined);
	held.current ??= new LiveTree(view);
	const tree = held.current;
	tree.show(view);
	const nodes = useSyncExternalStore(tree.subscribe, tree.nodes);
	useLayoutEffect(() => {
		tree.laidOut();
		const remove = painter?.add(tree);
		const unsubscribe = subscribe(() => {
			// Without our painter, React draws everything.
			if (!painter) return tree.layOut();
			tree.outdate();
			painter.request();
		});
		return () => {
			unsubscribe();
			remove?.();
		};
	}, [painter, subscribe, tree]);
	return nodes;
}

/** The components of a Live, and the boxes that React knows. */
class LiveTree implements LiveSource {
	readonly #expansion = new Expansion(describe);
	readonly #listeners = new Set<() => void>();
	#view: () => ReactNode;
	#boxes: readonly ExpandedBox[] = [];
	/** The drawings in the boxes, in their order. */
	#drawings: { current: Drawing }[] = [];
	#nodes: ReactNode;
	/** Whether the components may draw something else. */
	#isOutdated = false;
	/** Whether React has laid out the boxes. */
	#isLaidOut = false;

	constructor(view: () => ReactNode) {
		this.#view = view;
		this.#take(this.#expand());
	}

	readonly nodes = (): ReactNode => this.#nodes;

	readonly subscribe = (listener: () => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};

	/** Sets the view while React renders. */
	show(view: () => ReactNode): void {
		if (view === this.#view) return;
		this.#view = view;
		this.#take(this.#expand());
	}

	outdate(): void {
		this.#isOutdated = true;
	}

	laidOut(): void {
		this.#isLaidOut = true;
	}

	/** Makes React render all boxes. */
	layOut(boxes = this.#expand()): void {
		this.#take(boxes);
		for (const listener of [...this.#listeners]) listener();
	}

	update(): boolean {
		if (!this.#isLaidOut) return false;
		if (!this.#isOutdated) return true;
		const boxes = this.#expand();
		if (!areSamePlaces(boxes, this.#boxes)) {
			this.layOut(boxes);
			return false;
		}
		let index = 0;
		forEachDrawing(boxes, (drawing) => {
			const held = this.#drawings[index++];
			if (held) held.current = drawing;
		});
		return true;
	}

	#expand(): readonly ExpandedBox[] {
		this.#isOutdated = false;
		return this.#expansion.expand(this.#view());
	}

	#take(boxes: readonly ExpandedBox[]): void {
		this.#isLaidOut = false;
		this.#boxes = boxes;
		this.#drawings = [];
		this.#nodes = createElement(Fragment, undefined, ...boxes.map((box) => this.#node(box)));
	}

	/** Returns the element of a box for React. */
	#node({ component, place, drawing, children }: ExpandedBox): ReactNode {
		const held = drawing && { current: drawing };
		if (held) this.#drawings.push(held);
		const nodes = children.map((child) => this.#node(child));
		return createElement(component, held ? { ...place, drawing: held } : place, ...nodes);
	}
}

/** Calls `take` with the drawings in the order in which `#node` finds them. */
function forEachDrawing(boxes: readonly ExpandedBox[], take: (drawing: Drawing) => void): void {
	for (const { drawing, children } of boxes) {
		if (drawing) take(drawing);
		forEachDrawing(children, take);
	}
}

function areSamePlaces(some: readonly ExpandedBox[], others: readonly ExpandedBox[]): boolean {
	return (
		some.length === others.length &&
		some.every((box, index) => {
			const other = others[index];
			if (box === other) return true;
			return (
				box.component === other?.component &&
				isSame(box.place, other.place) &&
				areSamePlaces(box.children, other.children)
			);
		})
	);
}

/** Returns the box that an element is, without its children. */
function describe(element: ReactElement): DescribedBox | undefined {
	if (isElementOf(element, Canvas)) {
		const { lines, targetAt, ...place } = element.props;
		return { component: DrawnCanvas, place, drawing: { lines, targetAt } };
	}
	if (isElementOf(element, Region)) {
		const { targetAt, children: _, ...place } = element.props;
		return { component: DrawnRegion, place, drawing: { targetAt } };
	}
	for (const component of [Box, Overlay]) {
		if (!isElementOf(element, component)) continue;
		const { children: _, ...place } = element.props;
		return { component, place };
	}
	return undefined;
}

function isElementOf<Props>(
	element: ReactElement,
	component: JSXElementConstructor<Props> | typeof Box,
): element is ReactElement<Props> {
	return element.type === component;
}

import { Box } from 'ink';
import {
	createElement,
	type ElementType,
	Fragment,
	type ReactElement,
	type ReactNode,
	useContext,
	useLayoutEffect,
	useRef,
	useSyncExternalStore,
} from 'react';
import { Canvas, DrawnCanvas, DrawnRegion, Overlay, PainterContext, Region } from './canvas.tsx';
import { type ExpandedBox, Expansion } from './expand.ts';
import type { Drawing, DrawingOf } from './ink-tree.ts';
import { isSame } from './is-same.ts';
import type { LiveSource } from './live-painter.ts';

interface LiveProps {
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

	update(changed: DrawingOf[]): boolean {
		if (!this.#isLaidOut) return false;
		if (!this.#isOutdated) return true;
		const boxes = this.#expand();
		if (!replace(this.#boxes, boxes, changed)) {
			this.layOut(boxes);
			return false;
		}
		this.#boxes = boxes;
		return true;
	}

	#expand(): readonly ExpandedBox[] {
		this.#isOutdated = false;
		return this.#expansion.expand(this.#view());
	}

	#take(boxes: readonly ExpandedBox[]): void {
		this.#isLaidOut = false;
		this.#boxes = boxes;
		this.#nodes = createElement(Fragment, undefined, ...boxes.map((box) => this.#node(box)));
	}

	/** Returns the element of a box for React. */
	#node(box: ExpandedBox): ReactNode {
		const { component, drawing } = box;
		const { lines: _, targetAt: __, children: ___, ...place } = box.props as DrawnProps;
		box.held = drawing && { current: drawing };
		const nodes = box.children.map((child) => this.#node(child));
		return createElement(component, box.held ? { ...place, drawing: box.held } : place, ...nodes);
	}
}

type DrawnProps = Drawing & { readonly children?: ReactNode };

/**
 * Draws new boxes in the places of others, and adds their drawings to `changed`. Returns false if a place differs. Most
 * boxes are the same.
 */
function replace(
	before: readonly ExpandedBox[],
	boxes: readonly ExpandedBox[],
	changed: DrawingOf[],
): boolean {
	if (boxes === before) return true;
	if (boxes.length !== before.length) return false;
	for (let index = 0; index < boxes.length; index++) {
		const [old, box] = [before[index] as ExpandedBox, boxes[index] as ExpandedBox];
		if (box === old) continue;
		if (box.component !== old.component || !isSame(box.props, old.props, drawn)) return false;
		// A reused box that is now at another index: two boxes would share a drawing.
		if (box.held) return false;
		box.held = old.held;
		if (box.held && box.drawing) {
			box.held.current = box.drawing;
			changed.push(box.held);
		}
		if (!replace(old.children, box.children, changed)) return false;
	}
	return true;
}

/** Properties of a box that do not matter for its layout. */
const drawn: readonly string[] = ['lines', 'targetAt', 'children'];

/** The components that are boxes, and those that React renders instead. */
const boxes = new Map<unknown, ElementType>([
	[Canvas, DrawnCanvas],
	[Region, DrawnRegion],
	[Box, Box],
	[Overlay, Overlay],
]);

/** Returns the box that an element is, without its children. */
function describe({ type, props }: ReactElement): ExpandedBox | undefined {
	const component = boxes.get(type);
	if (!component) return undefined;
	const { lines, targetAt } = props as DrawnProps;
	const drawing = lines || targetAt ? { lines, targetAt } : undefined;
	return { component, props: props as object, drawing, children: [], held: undefined };
}

/**
 * Calls components outside of React. The result are the boxes that they describe. Components that are expanded are
 * functions of their props: they have no state or effects, and remember values by `useMemory` only.
 */
import { type ElementType, Fragment, isValidElement, type ReactElement, type ReactNode, useRef } from 'react';
import type { Drawing } from './ink-tree.ts';

/** A box as components described it. */
export interface ExpandedBox {
	/** The component that React renders. */
	readonly component: ElementType;
	/** The properties of its element. */
	readonly props: object;
	/** Its cells; undefined if it draws nothing. */
	readonly drawing: Drawing | undefined;
	children: readonly ExpandedBox[];
	/** The drawing that React knows, whose content follows this box. */
	held: { current: Drawing } | undefined;
}

/** A component that is called again only if its props differ. */
export interface MemoizedComponent<Props> {
	(props: Props): ReactNode;
	/** Whether its boxes are the same for both. */
	readonly areSame: (one: Props, other: Props) => boolean;
}

/** The component that is being called. */
let called: Instance | undefined;

/**
 * Returns the same value at every call of a component at one place of the tree. `create` makes it. For values that
 * components derived before, and for the scroll position of a list.
 */
export function useMemory<Value>(create: () => Value): Value {
	// A component is always called in the same way: by Expansion, or by React.
	if (called) return called.remember(create);
	// biome-ignore lint/correctness/useHookAtTopLevel: see above
	const memory = useRef<{ readonly value: Value }>(undefined);
	memory.current ??= { value: create() };
	return memory.current.value;
}

/** A place in a tree: a child among its siblings. */
class Place {
	#instance: Instance | undefined;
	#names: readonly (string | number)[] = [];
	#places: readonly Place[] = [];

	/** Returns the instance of a type at this place; a new one if the type differs. */
	instanceOf(type: unknown): Instance {
		const before = this.#instance;
		if (before && before.type === type) return before;
		const instance = new Instance(type);
		this.#instance = instance;
		return instance;
	}

	leave(): void {
		this.#instance = undefined;
	}

	/** Returns the places of these children. Places that are not among them are forgotten. */
	of(children: readonly ReactNode[]): readonly Place[] {
		const names = this.#names;
		if (haveNames(children, names)) return this.#places;
		const before = new Map(names.map((name, index) => [name, this.#places[index]]));
		this.#names = children.map(nameOf);
		this.#places = this.#names.map((name) => before.get(name) ?? new Place());
		return this.#places;
	}
}

function haveNames(children: readonly ReactNode[], names: readonly (string | number)[]): boolean {
	if (children.length !== names.length) return false;
	for (let index = 0; index < names.length; index++)
		if (nameOf(children[index], index) !== names[index]) return false;
	return true;
}

/** Returns what tells a child from its siblings: its key, or its index. */
function nameOf(child: ReactNode, index: number): string | number {
	return (isValidElement(child) ? child.key : null) ?? index;
}

/** A component or a box at one place of the tree. */
class Instance {
	readonly type: unknown;
	/** The place of its content. */
	readonly content = new Place();
	/** The last element of a component, and its boxes. */
	element: ReactElement | undefined;
	boxes: readonly ExpandedBox[] = [];
	readonly #values: unknown[] = [];
	#next = 0;

	constructor(type: unknown) {
		this.type = type;
	}

	remember<Value>(create: () => Value): Value {
		const index = this.#next++;
		if (index === this.#values.length) this.#values.push(create());
		// Components use their memory in the same order at every call.
		return this.#values[index] as Value;
	}

	call(component: (props: unknown) => ReactNode, props: unknown): ReactNode {
		const outer = called;
		called = this;
		this.#next = 0;
		try {
			return component(props);
		} finally {
			called = outer;
		}
	}
}

/** Expands a tree again and again. */
export class Expansion {
	readonly #boxOf: (element: ReactElement) => ExpandedBox | undefined;
	readonly #root = new Place();

	/** `boxOf` describes an element that is a box, without children. The components of all others are called. */
	constructor(boxOf: (element: ReactElement) => ExpandedBox | undefined) {
		this.#boxOf = boxOf;
	}

	/**
	 * Returns the boxes of a tree. Components whose element is the same object as before are not called, and memoized ones
	 * whose props are the same.
	 */
	expand(node: ReactNode): readonly ExpandedBox[] {
		return this.#expand(node, this.#root);
	}

	#expand(node: ReactNode, place: Place): readonly ExpandedBox[] {
		if (Array.isArray(node)) {
			const places = place.of(node);
			const boxes: ExpandedBox[] = [];
			for (let index = 0; index < node.length; index++)
				for (const box of this.#expand(node[index], places[index] as Place)) boxes.push(box);
			return boxes;
		}
		if (!isValidElement<{ readonly children?: ReactNode }>(node)) {
			place.leave();
			return [];
		}
		const { type, props } = node;
		const instance = place.instanceOf(type);
		if (type === Fragment) return this.#expand(props.children, instance.content);
		const box = this.#boxOf(node);
		if (box) {
			box.children = this.#expand(props.children, instance.content);
			return [box];
		}
		if (!isFunction(type)) throw new Error('Only functions can be components of a live tree.');
		const { element } = instance;
		if (!element || (element !== node && !type.areSame?.(element.props, props)))
			instance.boxes = this.#expand(instance.call(type, props), instance.content);
		instance.element = node;
		return instance.boxes;
	}
}

function isFunction(
	type: unknown,
): type is ((props: unknown) => ReactNode) & Partial<MemoizedComponent<unknown>> {
	return typeof type === 'function';
}

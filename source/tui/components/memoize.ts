import type { ReactNode } from 'react';
import type { MemoizedComponent } from '../terminal/expand.ts';
import { isSame } from '../terminal/is-same.ts';

/**
 * Memoizes the last result by shallow equality of the argument's properties. `compute` must read nothing but its
 * argument. The argument must not be a Map or a Set, which have no own properties.
 */
export function memoize<Given extends object, Result>(
	compute: (given: Given) => Result,
): (given: Given) => Result {
	let last: { readonly result: Result } | undefined;
	// Each key makes a hundred comparisons, and arrays are read faster than properties by name.
	let names: readonly string[] = [];
	let values: readonly unknown[] = [];
	return (given) => {
		if (last && hasSame(given, names, values)) return last.result;
		const result = compute(given);
		names = Object.keys(given);
		values = Object.values(given);
		last = { result };
		return result;
	};
}

/** Whether an object has these properties, with these values. */
function hasSame(given: object, names: readonly string[], values: readonly unknown[]): boolean {
	const properties = given as Properties;
	let index = 0;
	for (const name in properties) {
		if (name !== names[index]) return false;
		const value = properties[name];
		if (value !== values[index] && !Object.is(value, values[index])) return false;
		index++;
	}
	return index === names.length;
}

type Properties = Readonly<Record<string, unknown>>;

/** Returns the component; in a live tree, it is called again only if its props differ. */
export function memoized<Props extends object>(
	component: (props: Props) => ReactNode,
	areSame: (one: Props, other: Props) => boolean = isSame,
): MemoizedComponent<Props> {
	return Object.assign(component, { areSame });
}

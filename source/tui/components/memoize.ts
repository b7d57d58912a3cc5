/**
 * A function that gives its last result again for as long as all that it is given stays the same. Of what it reads
 * nothing may come from elsewhere: what it is not given cannot make it compute anew. What is given is compared by its
 * own properties: it must not be a Map or a Set itself, which have none.
 */
export function kept<Given extends object, Result>(
	compute: (given: Given) => Result,
): (given: Given) => Result {
	let last: { readonly given: Given; readonly result: Result } | undefined;
	return (given) => {
		if (!last || !isSame(last.given, given)) last = { given, result: compute(given) };
		return last.result;
	};
}

/** Are all properties of both the same? */
function isSame(one: object, other: object): boolean {
	const others = Object.entries(other);
	return (
		others.length === Object.keys(one).length &&
		others.every(([name, value]) => Object.is(Reflect.get(one, name), value))
	);
}

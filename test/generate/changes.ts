/** Returns a line for each file that differs; files are texts by path. */
export function changes(
	before: ReadonlyMap<string, string>,
	after: ReadonlyMap<string, string>,
): readonly string[] {
	return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path) => {
		const [old, current] = [before.get(path), after.get(path)];
		if (old === current) return [];
		return [`${old === undefined ? 'new' : current === undefined ? 'deleted' : 'changed'} ${path}`];
	});
}

/**
 * The environment of Ink while it is loaded; set before, and restored afterwards.
 *
 * Colors: Ink must color its texts in full. Cells keep the requested colors, and the differ alone fits them to the
 * terminal. Ink's color library decides once, when it is loaded, from the environment. Child processes and our own
 * color detection must not see these variables.
 *
 * `fetch`: Yoga holds its program in a `data:` URL. Node would load its whole HTTP client to read it, a third of Ink's
 * loading time. When that fetch fails, Yoga decodes the URL itself. Other URLs are fetched as usual.
 */
const forced = { FORCE_COLOR: '3', COLORTERM: 'truecolor' };
let restore: (() => void) | undefined;

/** Sets the environment for loading Ink; does nothing when it is set already. */
export function prepareForInk(): void {
	if (restore) return;
	const before = Object.keys(forced).map((name) => [name, process.env[name]] as const);
	const { fetch } = globalThis;
	restore = () => {
		for (const [name, value] of before) {
			if (value === undefined) delete process.env[name];
			else process.env[name] = value;
		}
		if (globalThis.fetch === fetchNoData) globalThis.fetch = fetch;
	};
	const fetchNoData: typeof fetch = (input, init) =>
		String(input).startsWith('data:')
			? Promise.reject(new Error('not while Ink is loaded'))
			: fetch(input, init);
	Object.assign(process.env, forced);
	globalThis.fetch = fetchNoData;
}

/** Restores the environment. */
export function restoreAfterInk(): void {
	restore?.();
	restore = undefined;
}

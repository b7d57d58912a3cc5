/**
 * What Ink finds around it while it is loaded; set before, and taken back afterwards.
 *
 * Colours: Ink is to colour its texts in full; cells keep the colours that were asked for, and the differ fits them
 * to what the terminal shows, in one place. The library behind Ink's texts decides once, when it is loaded, and by
 * the environment. Child processes should not see it, nor whoever asks what this terminal shows.
 *
 * `fetch`: Yoga carries its program in a `data:` URL. Node would load its whole HTTP client to read it, a third of
 * what loading Ink takes; when that fails, Yoga decodes the URL itself. Anything else is fetched as ever.
 */
const forced = { FORCE_COLOR: '3', COLORTERM: 'truecolor' };
let restore: (() => void) | undefined;

/** Sets what Ink is to be loaded in; does nothing when it is set already. */
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

/** Gives everything back as it was. */
export function restoreAfterInk(): void {
	restore?.();
	restore = undefined;
}

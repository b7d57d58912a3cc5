/**
 * Makes Ink colour its texts in full: cells keep the colours that were asked for, and the differ fits them to
 * what the terminal shows, in one place. The library behind Ink's texts decides once, when it is loaded, and
 * by the environment; so this module has to be loaded before Ink, and what it sets is taken back afterwards
 * (child processes should not see it).
 */
const forced = { FORCE_COLOR: '3', COLORTERM: 'truecolor' };
const before = Object.keys(forced).map((name) => [name, process.env[name]] as const);

Object.assign(process.env, forced);

/** Gives the environment back as it was. */
export function restoreColourEnvironment(): void {
	for (const [name, value] of before.splice(0)) {
		if (value === undefined) delete process.env[name];
		else process.env[name] = value;
	}
}

import { flagCodes, PLAIN, styleOf } from './attributes.ts';
import { BoundedMemo } from './bounded-memo.ts';
import { type ColorDepth, fitColor } from './color-depth.ts';

/** Writes the shortest SGR sequence from one style to another, in the colors of one terminal. */
export class SgrWriter {
	readonly #depth: ColorDepth;
	readonly #memo = new BoundedMemo<number, string>(8192);

	constructor(depth: ColorDepth) {
		this.#depth = depth;
	}

	/** Returns '' when nothing changes. */
	transition(from: number, to: number): string {
		if (from === to) return '';
		// Style numbers stay below 2^16.
		return this.#memo.get(from * 0x10000 + to, () => this.#shortest(from, to));
	}

	#shortest(from: number, to: number): string {
		const steps = sgrSteps(from, to, this.#depth);
		if (steps.length === 0) return '';
		// An omitted parameter is a zero, which resets.
		const afterReset = ['', ...sgrSteps(PLAIN, to, this.#depth)];
		const changed = `\x1b[${steps.join(';')}m`;
		const reset = `\x1b[${afterReset.join(';')}m`;
		return changed.length <= reset.length ? changed : reset;
	}
}

/** Returns the SGR parameters, one by one, that turn one style into another without a full reset. */
function sgrSteps(from: number, to: number, depth: ColorDepth = 24): string[] {
	const before = styleOf(from);
	const after = styleOf(to);
	const steps: string[] = [];
	let flags = before.flags;
	for (const { flag, off } of flagCodes) {
		if ((flags & flag) === 0 || (after.flags & flag) !== 0) continue;
		steps.push(String(off));
		// The same code turns off bold and dim.
		for (const other of flagCodes) if (other.off === off) flags &= ~other.flag;
	}
	for (const { flag, on } of flagCodes) {
		if ((after.flags & flag) !== 0 && (flags & flag) === 0) steps.push(String(on));
	}
	const foreground = fitColor(after.foreground, depth);
	const background = fitColor(after.background, depth);
	if (fitColor(before.foreground, depth) !== foreground) steps.push(foreground || '39');
	if (fitColor(before.background, depth) !== background) steps.push(background || '49');
	return steps;
}

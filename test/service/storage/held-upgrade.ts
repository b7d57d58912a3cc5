import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface HeldUpgrade {
	/** Environment of the program that is held. */
	readonly env: Readonly<Record<string, string>>;
	/** Lets the upgrade continue. */
	go(): Promise<void>;
}

/** Holds a program at each yield between two steps of an upgrade. `folder` is for files of the test. */
export async function holdUpgrade(folder: string): Promise<HeldUpgrade> {
	const goFile = join(folder, 'go');
	const hold = join(folder, 'hold.mjs');
	await writeFile(hold, holdTurns(goFile));
	return { env: { NODE_OPTIONS: `--import=${hold}` }, go: () => writeFile(goFile, '') };
}

const holdTurns = (go: string) => `
	import { existsSync } from 'node:fs';
	import { syncBuiltinESMExports } from 'node:module';
	import timers from 'node:timers/promises';
	const { setImmediate: turn, setTimeout: delay } = timers;
	timers.setImmediate = async (...given) => {
		while (!existsSync(${JSON.stringify(go)})) await delay(10);
		return turn(...given);
	};
	syncBuiltinESMExports();`;

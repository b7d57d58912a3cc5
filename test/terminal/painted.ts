import type { ReactNode } from 'react';
import { type Painting, paintTo } from '../../source/tui/terminal/index.ts';
import { Emulator } from './emulator.ts';

export interface Painted {
	readonly emulator: Emulator;
	readonly painting: Painting;
	/** The bytes of every frame. */
	readonly frames: string[];
	/** Resolves when everything that changed so far is on the screen. */
	settled(): Promise<void>;
}

/** Shows an element on an emulated terminal. */
export function paintOnEmulator(
	element: ReactNode,
	options: { columns: number; rows: number; withoutHooks?: boolean },
): Painted {
	const emulator = new Emulator(options);
	const frames: string[] = [];
	const painting = paintTo(element, {
		...options,
		write(bytes) {
			frames.push(bytes);
			return emulator.write(bytes);
		},
	});
	return {
		emulator,
		painting,
		frames,
		async settled() {
			do {
				painting.flush();
				await emulator.write('');
			} while (!painting.idle);
		},
	};
}

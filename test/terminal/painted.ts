import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
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

export interface PaintedOptions {
	readonly columns: number;
	readonly rows: number;
	readonly withoutHooks?: boolean;
}

/** Shows an element on an emulated terminal until the test is over. */
export async function painted(
	element: ReactNode,
	options: PaintedOptions = { columns: 48, rows: 16 },
): Promise<Painted> {
	const emulator = new Emulator(options);
	const frames: string[] = [];
	const painting = paintTo(element, {
		...options,
		write(bytes) {
			frames.push(bytes);
			return emulator.write(bytes);
		},
	});
	onTestFinished(() => painting.unmount());
	const settled = async () => {
		do {
			painting.flush();
			await emulator.write('');
		} while (!painting.idle);
	};
	await settled();
	return { emulator, painting, frames, settled };
}

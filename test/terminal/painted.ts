import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { Emulator } from './emulator.ts';
import { type Painting, paintTo } from './paint-to.ts';

export interface Painted {
	readonly emulator: Emulator;
	readonly painting: Painting;
	/** The bytes of every frame. */
	readonly frames: string[];
	/** Resolves when all changes so far are on the screen. */
	settled(): Promise<void>;
}

export interface PaintedOptions {
	readonly columns: number;
	readonly rows: number;
	readonly withoutHooks?: boolean;
	readonly ascii?: boolean;
}

/** Paints an element on an emulated terminal. The caller unmounts the painting. */
export function paintOnEmulator(element: ReactNode, options: PaintedOptions): Painted {
	const emulator = new Emulator(options);
	const frames: string[] = [];
	const painting = paintTo(element, {
		...options,
		write(bytes) {
			frames.push(bytes);
			return emulator.write(bytes);
		},
	});
	const settled = async () => {
		do {
			painting.flush();
			await emulator.write('');
		} while (!painting.idle);
	};
	return { emulator, painting, frames, settled };
}

/** Paints an element until the end of the test. Resolves when it is on the screen. */
export async function painted(
	element: ReactNode,
	options: PaintedOptions = { columns: 48, rows: 16 },
): Promise<Painted> {
	const shown = paintOnEmulator(element, options);
	onTestFinished(() => shown.painting.unmount());
	await shown.settled();
	return shown;
}

import type { ReactNode } from 'react';
import type { ColourDepth } from './colour-depth.ts';
import { Screen } from './screen.ts';
import { usableSize } from './screen-size.ts';

export interface PaintTarget {
	readonly columns: number;
	readonly rows: number;
	/** Default: true colour. */
	readonly depth?: ColourDepth;
	/** Gets the bytes of every frame; may give a promise for when they are taken. */
	write(bytes: string): void | Promise<void>;
	/** Paint Ink's own frames, as it is done when Ink's hooks are missing. */
	readonly withoutHooks?: boolean;
}

export interface Painting {
	resize(columns: number, rows: number): void;
	/** Paints what changed now, not at the next frame's time. */
	flush(): void;
	/** Whether everything that changed so far was written and taken. */
	readonly idle: boolean;
	unmount(): void;
}

/** Shows an element as it would be on a terminal of this size, without a terminal. Errors are thrown, uncaught. */
export function paintTo(element: ReactNode, target: PaintTarget): Painting {
	const screen = new Screen(element, {
		size: usableSize(target.columns, target.rows),
		depth: target.depth ?? 24,
		output: {
			write(frame, done) {
				const taken = target.write(frame);
				if (taken) void taken.then(done);
				else done();
			},
		},
		onError(error) {
			// Not within React, which would catch it.
			queueMicrotask(() => {
				throw error;
			});
		},
		onExit() {},
		...(target.withoutHooks ? { withoutHooks: true } : {}),
	});
	return {
		resize: (columns, rows) => screen.resize(usableSize(columns, rows)),
		flush: () => screen.flush(),
		get idle() {
			return screen.idle;
		},
		unmount: () => screen.unmount(),
	};
}

import type { ReactNode } from 'react';
import type { ColourDepth } from './colour-depth.ts';
import { startInk } from './ink-app.tsx';
import { Screen } from './screen.ts';
import type { Target } from './targets.ts';
import { usableSize } from './terminal-size.ts';

export interface PaintTarget {
	readonly columns: number;
	readonly rows: number;
	/** Default: true colour. */
	readonly depth?: ColourDepth;
	/** Show nothing but printable ASCII. */
	readonly ascii?: boolean;
	/** Gets the bytes of every frame; may give a promise for when they are taken. */
	write(bytes: string): void | Promise<void>;
	/** Paint Ink's own frames, as it is done when Ink's hooks are missing. */
	readonly withoutHooks?: boolean;
}

export interface Painting {
	resize(columns: number, rows: number): void;
	/** Paints what changed now, not at the next frame's time. */
	flush(): void;
	/** What is painted at a cell, to who points at it. */
	targetAt(column: number, row: number): Target | undefined;
	/** Whether everything that changed so far was written and taken. */
	readonly idle: boolean;
	unmount(): void;
}

/** Shows an element as it would be on a terminal of this size, without a terminal. Errors are thrown, uncaught. */
export function paintTo(element: ReactNode, target: PaintTarget): Painting {
	const size = usableSize(target.columns, target.rows);
	const onError = (error: unknown) => {
		// Not within React, which would catch it.
		queueMicrotask(() => {
			throw error;
		});
	};
	const screen = new Screen({
		size,
		depth: target.depth ?? 24,
		ascii: target.ascii ?? false,
		output: {
			write(frame, done) {
				const taken = target.write(frame);
				if (taken) void taken.then(done);
				else done();
			},
		},
		onError,
	});
	const app = startInk(element, {
		size,
		onChange: (paint) => screen.show(paint),
		onError,
		onExit() {},
		...(target.withoutHooks ? { withoutHooks: true } : {}),
	});
	return {
		resize(columns, rows) {
			const size = usableSize(columns, rows);
			screen.resize(size);
			app.resize(size);
		},
		flush: () => screen.flush(),
		targetAt: (column, row) => screen.targetAt(column, row),
		get idle() {
			return screen.idle;
		},
		unmount() {
			screen.pause();
			app.unmount();
		},
	};
}

import type { ReactNode } from 'react';
import type { KeyBindings } from '../../../state/core/keys.ts';
import type { TargetAt } from '../../terminal/targets.ts';
import type { Theme } from '../../theme/theme.ts';
import type { LineMemo } from './line-memo.ts';

/** The place of a part in its dialog, cells. */
export interface Place {
	readonly theme: Theme;
	readonly columns: number;
	readonly rows: number;
	/** Lines that the part drew before at this theme and width. */
	readonly memo?: LineMemo;
	/** Keys of commands that differ from their declaration. */
	readonly keys?: KeyBindings | undefined;
}

/** The number of rows that a part can have. */
export interface Rows {
	/** Rows without which the part is useless; 0 for a part that is left out when space is short. */
	readonly least: number;
	/** Rows that it gets before any part gets all that it wants. Default: `wanted`. */
	readonly preferred?: number;
	readonly wanted: number;
	/** Whether other parts get their `preferred` rows first. */
	readonly isLast?: boolean;
}

export interface Drawn {
	/** Formatted, each at most as wide as the place. */
	readonly lines: readonly string[];
	readonly targetAt?: TargetAt | undefined;
}

/** A part as the screen reader interface speaks it. Complete and without decoration. Sanitized. */
interface SpokenPart {
	/** Spoken when the dialog opens. */
	readonly lines?: readonly string[];
	/** Spoken after the answers, and whenever it changes. */
	readonly live?: string;
}

interface PartDeclaration<Props> {
	readonly rows: (props: Props, columns: number) => Rows;
	readonly draw: (props: Props, place: Place) => Drawn;
	/** If absent, the part is not spoken. */
	readonly speak?: (props: Props) => SpokenPart;
}

/**
 * A component inside a Dialog, which gives it rows and draws it: React never calls it, so it uses no hooks. The screen reader reads its words
 * without drawing it.
 */
export interface PartComponent<Props> extends Required<PartDeclaration<Props>> {
	(props: Props): ReactNode;
}

const silent: SpokenPart = {};

/** Returns the component of a part. */
export function part<Props extends object>({
	rows,
	draw,
	speak = () => silent,
}: PartDeclaration<Props>): PartComponent<Props> {
	function Part(_: Props): ReactNode {
		throw new Error('A part of a dialog is drawn inside a Dialog.');
	}
	return Object.assign(Part, { rows, draw, speak });
}

/** Returns rows that are always there. */
export function fixedRows(rows: number): Rows {
	return { least: rows, wanted: rows };
}

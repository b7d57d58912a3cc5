import { type Command, type CommandContext, type Scope, showRefusal } from './command.ts';
import type { Measure } from './surface.ts';

/** Steps through the focused list. */
export type Step = 'down' | 'up' | 'half-down' | 'half-up' | 'page-down' | 'page-up' | 'first' | 'last';

interface Moves {
	/** A step without keys has no command. */
	readonly keys: Partial<Record<Step, readonly string[]>>;
	/** Words for the footer, for the steps that it shows. */
	readonly hints?: Partial<Record<Step, string>>;
	readonly measure: (context: CommandContext) => Measure;
}

interface StepRows {
	readonly step: Step;
	readonly title: string;
	readonly rows: number | ((page: number) => number);
}

const steps: readonly StepRows[] = [
	{ step: 'down', title: 'Move down', rows: 1 },
	{ step: 'up', title: 'Move up', rows: -1 },
	{ step: 'half-down', title: 'Move down half a page', rows: (page) => Math.max(1, page >> 1) },
	{ step: 'half-up', title: 'Move up half a page', rows: (page) => -Math.max(1, page >> 1) },
	{ step: 'page-down', title: 'Move down a page', rows: (page) => page },
	{ step: 'page-up', title: 'Move up a page', rows: (page) => -page },
	{ step: 'first', title: 'Move to the first row', rows: Number.NEGATIVE_INFINITY },
	{ step: 'last', title: 'Move to the last row', rows: Number.POSITIVE_INFINITY },
];

/** The keys of a list. */
export const listKeys = {
	down: ['j', 'down'],
	up: ['k', 'up'],
	'half-down': ['ctrl-d'],
	'half-up': ['ctrl-u'],
	'page-down': ['pagedown', 'ctrl-f'],
	'page-up': ['pageup', 'ctrl-b'],
	first: ['g', 'home'],
	last: ['G', 'end'],
} as const;

/** The keys of a text. */
export const readingKeys = { ...listKeys, 'page-down': [...listKeys['page-down'], 'space'] } as const;

/** The keys of a list beside a text field, which takes the letters. */
export const typingKeys = {
	down: ['down', 'ctrl-n'],
	up: ['up', 'ctrl-p'],
	'page-down': ['pagedown'],
	'page-up': ['pageup'],
} as const;

/** Returns the commands that move through a list, or scroll a text. Their ids begin with the scope, but those of all panes. */
export function moveCommands(scope: Scope, { keys, hints, measure }: Moves): readonly Command[] {
	return steps.flatMap(({ step, title, rows }): readonly Command[] => {
		const stepKeys = keys[step];
		const hint = hints?.[step];
		if (!stepKeys) return [];
		return [
			{
				id: scope === 'panes' ? step : `${scope}-${step}`,
				group: 'move',
				scope,
				keys: stepKeys,
				title,
				...(hint === undefined ? {} : { hint }),
				run: (context) => {
					const isFixed = typeof rows === 'number';
					// Measuring takes time, and only texts and pages need it.
					const size: Measure = isFixed && context.list()?.describe ? { page: 1 } : measure(context);
					move(isFixed ? rows : rows(size.page), context, size);
				},
			},
		];
	});
}

/** Whether a command moves through the list of a pane. */
export function isPaneMove({ scope, id }: Command): boolean {
	return scope === 'panes' && steps.some(({ step }) => step === id);
}

export const moveText = {
	empty: 'The list is empty.',
	onlyRow: 'This is the only row.',
} as const;

/** Moves the cursor of the focused list. An empty list is reported; the end of a list is visible anyway. */
export function move(rows: number, context: CommandContext, size: Measure = { page: 1 }): void {
	const { state } = context;
	const list = context.list();
	const places = list?.positions(state, size) ?? 0;
	if (places === 0) showRefusal(list?.missing?.(state) ?? moveText.empty, context);
	else if (places === 1) showRefusal(moveText.onlyRow, context);
	context.dispatch({ type: 'move', rows, ...size });
}

import { fit, width } from '../../../format/cells.ts';
import { declaredKeys, type KeyBindings } from '../../../state/core/keys.ts';
import { composeLine, type Segment, segmentTarget, widthOf } from '../../components/compose-line.ts';
import { withKeys } from '../../keys/effective-keys.ts';
import { showKey } from '../../keys/show-key.ts';
import type { Command } from '../../surfaces/command.ts';
import type { Target } from '../../terminal/targets.ts';
import type { Token } from '../../theme/theme.ts';
import { fixedRows, part } from './part.ts';

/** Longer texts than the hints, and those of hints that depend on the state, by command id. Sanitized. */
export type AnswerTexts = Readonly<Record<string, string | readonly Segment[]>>;

interface AnswersProps {
	/** Commands of the dialog. Those with a hint are its answers. */
	readonly commands: readonly Command[];
	/** Ids of answers that are not offered now. */
	readonly without?: readonly string[];
	/** Whether each answer has its own line. */
	readonly isStacked?: boolean;
	readonly texts?: AnswerTexts;
}

/** The answers of a dialog: keys and their effects, also for the mouse. The announcer speaks the hints. */
export const Answers = part<AnswersProps>({
	rows: (props) => fixedRows(props.isStacked ? answersOf(props).length : 1),
	draw: (props, { theme, columns, keys }) => {
		const answers = answersOf(props, keys);
		if (props.isStacked) {
			const widest = Math.max(...answers.map(({ key }) => width(key)));
			return {
				lines: answers.map(({ key, words }) =>
					composeLine(theme, columns, [{ text: fit(key, widest), token: 'key' }, { text: ' ' }, ...words]),
				),
				targetAt: (_, line) => answers[line]?.target,
			};
		}
		const segments = fitting(answers, columns);
		return {
			lines: [composeLine(theme, columns, segments)],
			targetAt: (cell) => segmentTarget(segments, cell),
		};
	},
});

interface Answer {
	readonly key: string;
	readonly words: readonly Segment[];
	readonly target: Target;
}

function answersOf(
	{ commands, without = [], texts = {} }: AnswersProps,
	bindings: KeyBindings = declaredKeys,
): readonly Answer[] {
	return withKeys(commands, bindings).flatMap(({ id, keys: [key], hint }) => {
		if (key === undefined || hint === undefined || without.includes(id)) return [];
		const words = texts[id] ?? (typeof hint === 'string' ? hint : '');
		return [
			{
				key: showKey(key),
				words: typeof words === 'string' ? [{ text: words }] : words,
				target: { kind: 'command', id } as const,
			},
		];
	});
}

/** Blanks between answers, as many as fit. */
const gaps = [3, 2, 1] as const;

/** Returns the answers side by side. Words that do not fit are left out, those of the first and last answer last. */
function fitting(answers: readonly Answer[], columns: number): readonly Segment[] {
	const short = answers.map(({ key, target }) => ({ key, words: [], target }));
	const ends = answers.map((answer, index) =>
		index > 0 && index < answers.length - 1 ? { ...answer, words: [] } : answer,
	);
	const forms = [answers, ends].flatMap((shown) => gaps.map((gap) => sideBySide(shown, gap)));
	return forms.find((segments) => widthOf(segments) <= columns) ?? sideBySide(short, 1);
}

function sideBySide(answers: readonly Answer[], gap: number): readonly Segment[] {
	const keyToken: Token = 'key';
	return answers.flatMap(({ key, words, target }, index) => [
		{ text: key, token: keyToken, target },
		...(words.length === 0 ? [] : [{ text: ' ', target }]),
		...words.map((segment) => ({ ...segment, target })),
		...(index < answers.length - 1 ? [{ text: ' '.repeat(gap), target }] : []),
	]);
}

import { expect, test } from 'vitest';
import { plantedProject, printed } from '../planted.ts';
import { headlessSentences } from './headless-sentences.ts';

const found = (path: string, text: string) =>
	printed(headlessSentences(plantedProject({ [path]: text }))).map((line) =>
		line.replace("' begins with a clause without a subject.", '').replace(`${path}:`, ''),
	);

test.each([
	['What rested starts again.', ["1: 'What rested starts again."]],
	['Idle tracks restart. Who asks\nis told.', ["1: 'Who asks is told."]],
	['It ends:\nWhatever comes, waits', ["2: 'Whatever comes, waits"]],
	['What is it?\n\n- Of a list item', ["3: 'Of a list item"]],
	['Whether it is open. Nothing in it says\nThat or Where.', []],
])('headless sentences of %j are found in comments and documents', (text, sentences) => {
	expect(found('source/a.ts', `/* ${text} */`)).toEqual(sentences);
	expect(found('README.md', text)).toEqual(sentences);
});

test('headless sentences of code are no prose', () => {
	expect(found('test/a.ts', "a('What rested starts again.');\n// Idle tracks restart.\n")).toEqual([]);
});

test('blocks of code and questions in the headings of documents are no prose', () => {
	const page = '# What does it do?\n\n```\nWhat is\n```\n\n| a | Who reads |\n\n## Of folders\n';
	expect(found('README.md', page)).toEqual(["7: 'Who reads |", "9: 'Of folders"]);
});

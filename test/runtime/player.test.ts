import { expect, test } from 'vitest';
import { partsOf, playerText, startPlayer } from '../../source/runtime/player.ts';

test.each([
	['mpv', ['mpv']],
	['  mpv --fs   --volume=50 ', ['mpv', '--fs', '--volume=50']],
	[`'/opt/my player/run' --title="a 'b' c" {url}`, ['/opt/my player/run', `--title=a 'b' c`, '{url}']],
	[`run "" x`, ['run', '', 'x']],
	['', []],
])('the command line %j is split into these parts', (line, parts) => {
	expect(partsOf(line)).toEqual(parts);
});

const node = `'${process.execPath}'`;

test('the address replaces its placeholder in the command line, without a shell', async () => {
	const url = "http://127.0.0.1:1/$(false)'; exit 9";
	const script = `process.exit(process.argv[1] === \`x=${url}=y\` && process.argv.length === 2 ? 3 : 4)`;
	const reason = await new Promise<string>((resolve, reject) => {
		startPlayer(`${node} -e "${script}" x={url}=y`, url, resolve).catch(reject);
	});
	expect(reason).toBe(playerText.ended(process.execPath, 'with code 3'));
});

test('a missing or invalid player is reported at once', async () => {
	const never = () => expect.unreachable();
	await expect(startPlayer('no-such-player', 'http://a/', never)).rejects.toThrow(
		playerText.absent('no-such-player'),
	);
	await expect(startPlayer('  ', 'http://a/', never)).rejects.toThrow(playerText.none);
	await expect(startPlayer('/etc/passwd', 'http://a/', never)).rejects.toThrow(
		playerText.forbidden('/etc/passwd'),
	);
});

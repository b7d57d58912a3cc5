import { one } from '../declaration/arguments.ts';
import { command, type Declaration, longFlag } from '../declaration/declaration.ts';
import { usage } from '../declaration/failure.ts';
import { serviceOptions } from '../service-command/service-options.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/**
 * Returns the command that prints completion scripts. The complete program is passed as a function, because it contains
 * this command.
 */
export const completionCommandOf = (programOf: () => Declaration) =>
	command({
		name: 'completion',
		summary: 'print the script that completes seedtop in a shell',
		examples: [
			["echo 'source <(seedtop completion bash)' >> ~/.bashrc", 'for bash'],
			["echo 'source <(seedtop completion zsh)' >> ~/.zshrc", 'for zsh, below compinit'],
			['seedtop completion fish > ~/.config/fish/completions/seedtop.fish', 'for fish'],
		],
		arguments: { shell: one('shell', 'shell', shells) },
		async run({ shell }) {
			const { placesOf } = await import('./places.ts');
			const places = placesOf(programOf());
			const service = Object.values(serviceOptions).map(({ flags }) => longFlag(flags));
			process.stdout.write(await scriptOf(shell, places, service));
		},
	});

async function scriptOf(
	shell: string,
	...given: Parameters<typeof import('./bash.ts').bashScript>
): Promise<string> {
	switch (shell) {
		case 'bash':
			return (await import('./bash.ts')).bashScript(...given);
		case 'zsh':
			return (await import('./zsh.ts')).zshScript(...given);
		case 'fish':
			return (await import('./fish.ts')).fishScript(...given);
		default:
			throw usage(unknownShell(shell));
	}
}

/** Returns the failure for an unknown shell. */
export function unknownShell(shell: string): string {
	return `The shell is one of ${shells.join(', ')}, not '${shell}'.`;
}

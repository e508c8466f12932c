import { forms } from '../forms/index.ts'
import { type Command, type Commands, UsageError } from './command.ts'

type Choices = ReturnType<typeof choicesOf>

const SHELLS: Readonly<Record<string, (choices: readonly Choices[]) => string>> = { bash, zsh, fish }

/**
 * Creates the command that prints the completion script of a shell.
 * @param commands returns all commands, this one included
 */
export function createCompletion(commands: () => Commands): Command {
  return {
    summary: 'Écrit de quoi compléter les commandes avec la touche Tab.',
    usage: 'bash | zsh | fish',
    help: `  hera completion bash > /etc/bash_completion.d/hera
  hera completion zsh > /usr/share/zsh/vendor-completions/_hera
  hera completion fish > /etc/fish/completions/hera.fish`,
    run({ terminal }, { positionals: [shell = ''] }) {
      const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined
      if (!write) throw new UsageError(`Indiquez un shell : ${Object.keys(SHELLS).join(', ')}.`)
      terminal.print(write(Object.entries(commands()).map(choicesOf)))
    },
  }
}

/**
 * Returns the completions for a command. First words come from its usage: «list | retry [numéro]» has two,
 * «<formulaire>» stands for every form.
 */
function choicesOf([name, { summary, usage, options = {} }]: [string, Command]) {
  const words = usage.split(' | ').flatMap((way) => {
    const [first = ''] = way.replace(/^\[/, '').split(/[\s\]]/)
    return first === '<formulaire>' ? Object.keys(forms) : /^[a-z]+$/.test(first) ? [first] : []
  })
  return { name, summary, words, options: [...Object.keys(options), 'help'].map((option) => `--${option}`) }
}

function bash(choices: readonly Choices[]): string {
  const cases = choices.map(
    ({ name, words, options }) => `    ${name}) words="${words.join(' ')}" options="${options.join(' ')}" ;;`,
  )
  return `_hera() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words="" options=""
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${choices.map(({ name }) => name).join(' ')}"
  elif [ "\${word#-}" != "$word" ]; then words="$options"
  elif [ "$COMP_CWORD" -gt 2 ]; then words=""
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _hera hera`
}

function zsh(choices: readonly Choices[]): string {
  const described = choices.map(({ name, summary }) => `    ${quote(`${name}:${summary.replaceAll(':', '\\:')}`)}`)
  const cases = choices.map(
    ({ name, words, options }) => `    ${name}) first=(${words.join(' ')}) options=(${options.join(' ')}) ;;`,
  )
  return `#compdef hera
_hera() {
  local -a commands first options
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'commande' commands
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
  esac
  if [[ "$PREFIX" == -* ]]; then compadd -- $options
  elif (( CURRENT == 3 && $#first )); then compadd -- $first
  else _files
  fi
}
if [[ "$funcstack[1]" == _hera ]]; then _hera; else compdef _hera hera; fi`
}

function fish(choices: readonly Choices[]): string {
  return choices
    .flatMap(({ name, summary, words, options }) => {
      const after = `'__fish_seen_subcommand_from ${name}'`
      const first = `'__fish_seen_subcommand_from ${name}; and test (count (commandline -opc)) -eq 2'`
      return [
        `complete -c hera -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`,
        ...(words.length > 0 ? [`complete -c hera -n ${first} -f -a '${words.join(' ')}'`] : []),
        ...options.map((option) => `complete -c hera -n ${after} -l ${option.slice(2)}`),
      ]
    })
    .join('\n')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

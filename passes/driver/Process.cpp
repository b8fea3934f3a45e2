//===- Process.cpp --------------------------------------------------------===//
#include "driver/Process.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace fs = std::filesystem;

namespace tilechecks::driver {

int runProcess(const std::vector<std::string> &Command, std::string *Captured) {
  std::vector<char *> Argv;
  for (const std::string &Arg : Command)
    Argv.push_back(const_cast<char *>(Arg.c_str()));
  Argv.push_back(nullptr);

  int Pipe[2] = {-1, -1};
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  if (Captured) {
    if (pipe(Pipe) != 0) {
      posix_spawn_file_actions_destroy(&Actions);
      *Captured = std::string("pipe: ") + std::strerror(errno) + "\n";
      return 127;
    }
    posix_spawn_file_actions_adddup2(&Actions, Pipe[1], 1);
    posix_spawn_file_actions_adddup2(&Actions, Pipe[1], 2);
    posix_spawn_file_actions_addclose(&Actions, Pipe[0]);
    posix_spawn_file_actions_addclose(&Actions, Pipe[1]);
  }
  pid_t Child = 0;
  int Failure =
      posix_spawnp(&Child, Argv[0], &Actions, nullptr, Argv.data(), environ);
  posix_spawn_file_actions_destroy(&Actions);
  if (Captured)
    close(Pipe[1]);
  if (Failure != 0) {
    if (Captured)
      close(Pipe[0]);
    std::string Message = "cannot run '" + Command.front() +
                          "': " + std::strerror(Failure) + "\n";
    if (Captured)
      *Captured = Message;
    else
      std::fputs(("tilechecks-clang: error: " + Message).c_str(), stderr);
    return 127;
  }
  if (Captured) {
    char Buffer[4096];
    for (;;) {
      ssize_t Count = read(Pipe[0], Buffer, sizeof(Buffer));
      if (Count > 0)
        Captured->append(Buffer, static_cast<size_t>(Count));
      else if (Count == 0 || errno != EINTR)
        break;
    }
    close(Pipe[0]);
  }
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return 127;
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

std::string quoted(const std::vector<std::string> &Command) {
  std::string Line;
  for (const std::string &Arg : Command) {
    if (!Line.empty())
      Line += ' ';
    bool IsPlain =
        !Arg.empty() &&
        Arg.find_first_not_of(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
            "_-+=.,/:%@") == std::string::npos;
    if (IsPlain) {
      Line += Arg;
      continue;
    }
    Line += '\'';
    for (char C : Arg)
      if (C == '\'')
        Line += "'\\''";
      else
        Line += C;
    Line += '\'';
  }
  return Line;
}

Outputs::~Outputs() {
  std::error_code Ignored;
  for (const File &F : Files)
    fs::remove(F.Part, Ignored);
}

std::string Outputs::part(const std::string &Final) {
  fs::path Path(Final);
  fs::path Part = Path.parent_path() /
                  (Path.stem().string() + ".part" + Path.extension().string());
  std::error_code Ignored;
  fs::remove(Part, Ignored); // left by a run that was killed
  Files.push_back({Part.string(), Final});
  return Part.string();
}

bool Outputs::commit(std::string &Error) {
  std::error_code Code;
  for (const File &F : Files)
    if (!fs::exists(F.Part, Code)) {
      Error = "no step wrote '" + F.Final + "'";
      return false;
    }
  for (const File &F : Files) {
    fs::rename(F.Part, F.Final, Code);
    if (Code) {
      Error = "cannot write '" + F.Final + "': " + Code.message();
      return false;
    }
  }
  Files.clear();
  return true;
}

} // namespace tilechecks::driver

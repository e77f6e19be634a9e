require "AssessmentBase.rb"

module @MODULE@
  include AssessmentBase

  def assessmentInitialize(course)
    super("@NAME@", course)
    @problems = []
  end
end
